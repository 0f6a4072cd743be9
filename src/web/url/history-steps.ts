import { useEffect, useEffectEvent } from 'react'

/**
 * The state of a history entry of this app. `steps` counts the dialogs and menus without an address that are open at it.
 * `isSheet` says that the entry before it shows the page without its sheet.
 */
type EntryState = { readonly steps?: number; readonly isSheet?: boolean } | null

/** The part of the browser’s history that the steps need. */
export type HistoryHost = {
  readState: () => unknown
  /** Adds an entry with the same address, which the router does not notice. */
  push: (state: EntryState) => void
  /**
   * Whether the browser scrolls to where the page was when it returns to the current entry. Below a step it does not: a
   * dialog that closes may have scrolled to something.
   */
  restoreScroll: (isOn: boolean) => void
  /** Goes to another entry, and arrives later. */
  go: (delta: number) => void
  /** Calls `arrive` when the browser has gone to another entry. */
  onArrival: (arrive: () => void) => void
  /** Calls `run` once React has drawn the changes of now. */
  defer: (run: () => void) => void
}

type Step = { readonly close: () => void }

/**
 * Keeps one entry of the browser’s history for each dialog and menu that is open. Back closes the last one. An entry
 * whose dialog is gone, as after a reload, is left at once.
 */
export function createHistorySteps(host: HistoryHost) {
  const open: Step[] = []
  let isTravelling = false
  const waiting: (() => void)[] = []

  const readState = () => host.readState() as EntryState
  const readDepth = () => readState()?.steps ?? 0

  /** Makes the history as deep as what is open. */
  function sync(): void {
    if (isTravelling) return
    const depth = readDepth()
    if (open.length > depth) host.restoreScroll(false)
    for (let steps = depth + 1; steps <= open.length; steps += 1) host.push({ ...readState(), steps })
    if (depth > open.length) travel(open.length - depth)
  }

  function travel(delta: number): void {
    isTravelling = true
    host.go(delta)
  }

  function arrive(): void {
    // Not yet: the browser is about to scroll.
    host.defer(restoreScroll)
    if (isTravelling) {
      isTravelling = false
      if (waiting.length === 0) sync()
      while (!isTravelling && waiting.length > 0) waiting.shift()?.()
      return
    }
    for (const { close } of open.slice(readDepth()).reverse()) close()
    // A dialog that did not close gets its step again.
    host.defer(sync)
  }

  function restoreScroll(): void {
    if (readDepth() === 0) host.restoreScroll(true)
  }

  /** Calls `run` at the entry of the page itself, below the steps. */
  function belowSteps(run: () => void): void {
    const depth = readDepth()
    if (isTravelling || depth > 0) {
      waiting.push(() => belowSteps(run))
      if (!isTravelling) travel(-depth)
      return
    }
    run()
  }

  return {
    start(): void {
      host.onArrival(arrive)
      sync()
    },

    /**
     * Adds a step for something that opens. Returns a function to call when it is closed. With `isPage` the step is of the
     * page itself, below all dialogs.
     */
    add(step: Step, { isPage = false } = {}): () => void {
      if (isPage) open.unshift(step)
      else open.push(step)
      queueMicrotask(sync)
      return () => {
        const index = open.indexOf(step)
        if (index !== -1) open.splice(index, 1)
        queueMicrotask(sync)
      }
    },

    /** Whether a dialog or menu without an address is open. */
    isDeep: (): boolean => readDepth() > 0,

    /** Calls `navigate` to go to another page, without the steps of what is open on this one. */
    leave(navigate: () => void): void {
      belowSteps(() => {
        restoreScroll()
        navigate()
      })
    },

    /** Calls `replace` to change the address of this page. What is open stays open. */
    change(replace: () => void): void {
      belowSteps(() => {
        replace()
        sync()
      })
    },

    /** Goes to the page before this one. The steps of this page must have been removed. */
    goBack(): void {
      const depth = readDepth()
      if (isTravelling || depth > 0) {
        waiting.push(() => this.goBack())
        if (!isTravelling) travel(-depth)
        return
      }
      host.go(-1)
    },

    /** Closes the sheet of this address by going back, if it was opened on this page. Returns whether it does. */
    closeSheet(): boolean {
      if (readState()?.isSheet !== true) return false
      if (!isTravelling) travel(-1)
      return true
    },
  }
}

export const historySteps = createHistorySteps({
  readState: () => history.state,
  // The router has replaced `history.pushState` by a function that announces a new address.
  push: (state) => History.prototype.pushState.call(history, state, ''),
  restoreScroll(isOn) {
    history.scrollRestoration = isOn ? 'auto' : 'manual'
  },
  go: (delta) => history.go(delta),
  onArrival: (arrive) => addEventListener('popstate', arrive),
  defer: (run) => setTimeout(run),
})

/** Makes a dialog one step of the history: Back closes it. */
export function useHistoryStep(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack)
  useEffect(() => (isOpen ? historySteps.add({ close: () => close() }) : undefined), [isOpen])
}
