import { sendAuditMailResponse } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { callerId } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { AuditMailSender } from './audit-mail-sender.ts'

export function addAuditMailRoutes(server: HttpServer, { sender }: { sender: AuditMailSender }): void {
  server.get(routePaths.adminSendAuditMail, {
    schema: {
      operationId: 'sendAuditMail',
      summary: 'Sends the audit email to all admins',
      description: 'A repeat within a minute gets the same response and sends nothing.',
      response: { 200: sendAuditMailResponse },
    },
    handler: (request) => sender.send(callerId(request)),
  })
}
