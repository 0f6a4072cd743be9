import { expect, test } from 'vitest'
import { toRoutedUrl } from './routed-url.ts'

test.each([
  ['/api/user?name=%61', '/api/user?name=%61'],
  ['/%61pi/us%65r?x=1', '/api/user?x=1'],
  ['/api%2Fuser', '/api%2Fuser'],
  ['/pool/%C3%A9', '/pool/%C3%A9'],
  ['/pool/%2561', '/pool/%2561'],
  ['/pool/%ff', '/pool/%25ff'],
  ['/pool/%', '/pool/%25'],
  ['/api/tournament/%zz?x=%ff', '/api/tournament/%25zz?x=%ff'],
])('%s is routed as %s', (url, routed) => {
  expect(toRoutedUrl(url)).toBe(routed)
})
