import { routePaths } from '#contract/paths.ts'
import { resultsFile, resultsImport } from '#contract/results-contract.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { describeImport } from './import-report.ts'
import { type ImportContext, importResults, previewImport } from './results-import.ts'

export function addImportRoute(server: HttpServer, context: ImportContext): void {
  server.post(routePaths.adminImport, {
    // A file of the maximum size, with every character escaped.
    bodyLimit: 2 * 2 ** 20,
    schema: {
      operationId: 'importResults',
      summary: 'Imports results of earlier years',
      description: 'Everything or, if a line is wrong, nothing. Unless confirmed, only says what it would import.',
      body: resultsFile,
      response: { 200: resultsImport },
    },
    handler: async (request) => {
      const { name, csv, isConfirmed } = request.body
      const bytes = Buffer.from(csv)
      const report = isConfirmed
        ? await importResults(context, bytes, name, callerId(request))
        : await previewImport(context, bytes)
      return { lines: describeImport(name, report), isPossible: !report.done && report.errors.length === 0 }
    },
  })
}
