import { routePaths } from '#contract/paths.ts'
import { importList, importRecord, importUndo, resultsFile, resultsImport } from '#contract/results-contract.ts'
import type { EventBus } from '#server/platform/db/event-bus.ts'
import { callerId } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { describeImport } from './import-report.ts'
import { listImportRecords, undoImport } from './import-undo.ts'
import { type ImportContext, importResults, previewImport } from './results-import.ts'

export function addImportRoutes(server: HttpServer, context: ImportContext & { eventBus: EventBus }): void {
  server.post(routePaths.adminImport, {
    // A file of the maximum size, with every character escaped.
    bodyLimit: 2 * 2 ** 20,
    schema: {
      operationId: 'importResults',
      summary: 'Imports results of earlier years',
      description:
        'Everything or, if a line is wrong, nothing. Unless confirmed, only says what it would import, and asks who somebody is whose name others have.',
      body: resultsFile,
      response: { 200: resultsImport },
    },
    handler: async (request) => {
      const { name, csv, isConfirmed, people = [] } = request.body
      const bytes = Buffer.from(csv)
      const answers = new Map(people.map(({ email, is }) => [email, is]))
      const report = isConfirmed
        ? await importResults(context, bytes, { fileName: name, userId: callerId(request), answers })
        : await previewImport(context, bytes, answers)
      const { done, errors, questions } = report
      const isPossible = !done && errors.length === 0 && questions.every(({ isAnswered }) => isAnswered)
      return { lines: describeImport(name, report), isPossible, questions: done || errors.length > 0 ? [] : questions }
    },
  })

  server.get(routePaths.adminImports, {
    schema: {
      operationId: 'listImports',
      summary: 'The imports of results of earlier years',
      description: 'Newest first, each with what it has added and whether it can be undone.',
      response: { 200: importList },
    },
    handler: () => listImportRecords(context.database.db),
  })

  server.post(routePaths.adminImportUndo, {
    schema: {
      operationId: 'undoImport',
      summary: 'Undoes an import as a whole',
      description:
        'Removes its places, tournaments and people. 409 once it is used: a tournament of it was corrected or is in a season’s own list, or one of its people has signed in or been merged. A repeat changes nothing.',
      errors: ['import-used', 'not-found'],
      body: importUndo,
      response: { 200: importRecord },
    },
    handler: async (request) => {
      const undone = await undoImport(context, request.body.importId, callerId(request))
      await context.eventBus.publish('users', 0)
      await context.eventBus.publish('tournament', 0)
      return undone
    },
  })
}
