import { describe, expect, test } from 'vitest'
import { createHistorySteps } from './history-steps.ts'

type Entry = { page: string; state: unknown; restores?: boolean }

/** A browser that arrives at another entry only when the test says so. */
function openBrowser(entries: Entry[] = [{ page: 'home', state: null }]) {
  let index = entries.length - 1
  let pending: number | undefined
  const deferred: (() => void)[] = []
  let arrive = () => {}
  const current = (): Entry => entries[index] as Entry
  const add = (page: string, state: unknown) => {
    entries.splice(index + 1)
    entries.push({ page, state })
    index += 1
  }
  const steps = createHistorySteps({
    readState: () => current().state,
    push: (state) => add(current().page, state),
    restoreScroll(isOn) {
      current().restores = isOn
    },
    go(delta) {
      expect(pending, 'only one journey at a time').toBeUndefined()
      pending = delta
    },
    onArrival(listener) {
      arrive = listener
    },
    defer: (run) => deferred.push(run),
  })
  const rest = () => Promise.resolve()
  return {
    steps,
    rest,
    isTravelling: () => pending !== undefined,
    restoresScroll: () => current().restores,
    isScrollKept: (page: string) => entries.find((entry) => entry.page === page)?.restores === false,
    /** The pages and depths up to the current entry. */
    read: () =>
      entries.slice(0, index + 1).map(({ page, state }) => page + ((state as { steps?: number })?.steps ?? '')),
    /** Ends the journey that the steps have begun, and all that follow. */
    async settle() {
      await rest()
      while (pending !== undefined || deferred.length > 0) {
        if (pending !== undefined) {
          index += pending
          pending = undefined
          arrive()
        }
        for (const run of deferred.splice(0)) run()
        await rest()
      }
    },
    /** The person presses Back or Forward. */
    async press(delta: number) {
      index += delta
      arrive()
      await this.settle()
    },
    open(name: string) {
      const closed: string[] = []
      const remove = steps.add({
        close() {
          closed.push(name)
          remove()
        },
      })
      return { closed, remove }
    },
    rename(page: string) {
      entries[index] = { ...current(), page }
    },
    follow: (page: string) => steps.leave(() => add(page, null)),
  }
}

describe('a dialog', () => {
  test('is one step of the history, which Back closes', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const dialog = browser.open('dialog')
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'home1'])
    expect(browser.isScrollKept('home')).toBe(true)
    await browser.press(-1)
    expect(browser.restoresScroll()).toBe(true)
    expect(dialog.closed).toEqual(['dialog'])
    expect(browser.read()).toEqual(['home'])
  })

  test('takes its step with it when a button closes it', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const { remove } = browser.open('dialog')
    await browser.settle()
    remove()
    await browser.settle()
    expect(browser.read()).toEqual(['home'])
  })

  test('over another is closed alone, and both by a journey of two entries', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const below = browser.open('below')
    let above = browser.open('above')
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'home1', 'home2'])
    await browser.press(-1)
    expect([above.closed, below.closed]).toEqual([['above'], []])
    above = browser.open('above')
    await browser.settle()
    await browser.press(-2)
    expect([above.closed, below.closed]).toEqual([['above'], ['below']])
    expect(browser.read()).toEqual(['home'])
  })

  test('that follows another at once takes over its step', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const question = browser.open('question')
    await browser.settle()
    question.remove()
    const answer = browser.open('answer')
    await browser.rest()
    expect(browser.isTravelling()).toBe(false)
    expect(browser.read()).toEqual(['home', 'home1'])
    await browser.press(-1)
    expect(answer.closed).toEqual(['answer'])
  })

  test('that opens while the step of the last one is still leaving gets its own afterwards', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const first = browser.open('first')
    await browser.settle()
    first.remove()
    await browser.rest()
    expect(browser.isTravelling()).toBe(true)
    const second = browser.open('second')
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'home1'])
    expect(second.closed).toEqual([])
  })

  test('that does not close keeps its step', async () => {
    const browser = openBrowser()
    browser.steps.start()
    browser.steps.add({ close() {} })
    await browser.settle()
    await browser.press(-1)
    expect(browser.read()).toEqual(['home', 'home1'])
  })

  test('that has gone with a reload leaves no step, neither then nor on Forward', async () => {
    const browser = openBrowser([
      { page: 'home', state: null },
      { page: 'home', state: { steps: 1 } },
      { page: 'home', state: { steps: 2 } },
    ])
    browser.steps.start()
    await browser.settle()
    expect(browser.read()).toEqual(['home'])
    await browser.press(1)
    expect(browser.read()).toEqual(['home'])
  })
})

describe('a link', () => {
  test('in a dialog replaces its step, so that Back leads to the page below', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const { remove } = browser.open('dialog')
    await browser.settle()
    browser.follow('pool')
    remove()
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'pool'])
    await browser.press(-1)
    expect(browser.restoresScroll()).toBe(true)
    expect(browser.read()).toEqual(['home'])
  })

  test('in the second of two dialogs replaces both steps', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const dialogs = [browser.open('below'), browser.open('above')]
    await browser.settle()
    browser.follow('pool')
    for (const { remove } of dialogs) remove()
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'pool'])
  })

  test('waits while a step is leaving', async () => {
    const browser = openBrowser()
    browser.steps.start()
    const { remove } = browser.open('dialog')
    await browser.settle()
    remove()
    await browser.rest()
    browser.follow('pool')
    expect(browser.read()).toEqual(['home', 'home1'])
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'pool'])
  })
})

test('a change of the address under a dialog is made to the entry of the page, and stays when the dialog closes', async () => {
  const browser = openBrowser()
  browser.steps.start()
  const { remove } = browser.open('menu')
  await browser.settle()
  browser.steps.change(() => browser.rename('home?at'))
  await browser.settle()
  expect(browser.read()).toEqual(['home?at', 'home?at1'])
  remove()
  await browser.settle()
  expect(browser.read()).toEqual(['home?at'])
})

test('a sheet with an address is closed by going back only if it was opened on its page', async () => {
  const browser = openBrowser([
    { page: 'pool', state: null },
    { page: 'pool?entry', state: { isSheet: true } },
  ])
  browser.steps.start()
  expect(browser.steps.closeSheet()).toBe(true)
  // A second click, until the browser has gone back.
  expect(browser.steps.closeSheet()).toBe(true)
  await browser.settle()
  expect(browser.read()).toEqual(['pool'])
  expect(browser.steps.closeSheet()).toBe(false)
})

test('a dialog over a sheet keeps what the history knows of the sheet', async () => {
  const browser = openBrowser([{ page: 'pool?entry', state: { isSheet: true } }])
  browser.steps.start()
  browser.open('dialog')
  await browser.settle()
  expect(browser.read()).toEqual(['pool?entry', 'pool?entry1'])
  await browser.press(-1)
  expect(browser.steps.closeSheet()).toBe(true)
})

describe('a form with unsaved changes', () => {
  test('is below the dialogs: Back closes these first, then asks, and goes to the page before once it is agreed', async () => {
    const browser = openBrowser([
      { page: 'home', state: null },
      { page: 'form', state: null },
    ])
    browser.steps.start()
    const list = browser.open('list')
    await browser.settle()
    const asked: string[] = []
    const remove = browser.steps.add({ close: () => asked.push('form') }, { isPage: true })
    await browser.settle()
    expect(browser.read()).toEqual(['home', 'form', 'form1', 'form2'])
    await browser.press(-1)
    expect(list.closed).toEqual(['list'])
    expect(asked).toEqual([])
    await browser.press(-1)
    expect(asked).toEqual(['form'])
    await browser.settle()
    expect(browser.read(), 'stays until it is agreed').toEqual(['home', 'form', 'form1'])
    remove()
    browser.steps.goBack()
    await browser.settle()
    expect(browser.read()).toEqual(['home'])
  })
})
