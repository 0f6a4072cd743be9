/**
 * The admin command: `npm run admin -- --help` lists what it can do. Roles can be granted only here, never by a request.
 */
import { runAdmin } from './admin/run-admin.ts'

const code = await runAdmin(process.argv.slice(2))
if (code !== 0) process.exitCode = code
