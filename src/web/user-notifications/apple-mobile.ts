/** An iPad calls itself a Mac with a touch screen. */
export function isAppleMobile({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Mac OS X') && maxTouchPoints > 1)
}
