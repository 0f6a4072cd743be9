import { auditEmailSent } from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { requireSignedIn } from '../http/authenticate.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { AuditMailing } from './audit-mailing.ts'

export function addAuditMailRoutes(server: HttpServer, { mailing }: { mailing: AuditMailing }): void {
  // Sends the audit e-mail to all admins; within a minute after it, says the same again and sends nothing.
  server.get(routePaths.adminSendAuditEmail, { schema: { response: { 200: auditEmailSent } } }, (request) =>
    mailing.send(requireSignedIn(request).user.id),
  )
}
