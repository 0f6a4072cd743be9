import type { Html } from '#server/http/html.ts'
import type { Problem } from '#server/http/problem.ts'
import { noticePage } from './notice-page.ts'

/** Explains why a page cannot be shown. The log has the id of the request. */
export function errorPage(problem: Problem, requestId = ''): Html {
  if (problem.code === 'antiforgery' || problem.code === 'cross-site') {
    return noticePage({
      title: 'Please try again',
      text: ['The page was open for too long, or cookies are disabled. Nothing was changed.'],
    })
  }
  return noticePage({
    title: problem.status >= 500 ? 'That did not work' : 'Page not found',
    text: [explainError(problem), ...(problem.status >= 500 && requestId ? [`Request ID: ${requestId}`] : [])],
  })
}

function explainError({ code, status }: Problem): string {
  if (code === 'unavailable') return 'The server is busy. Please try again in a moment.'
  if (status >= 500) return 'Something went wrong on the server. Try again in a moment.'
  return 'The address is wrong, or the request could not be understood.'
}
