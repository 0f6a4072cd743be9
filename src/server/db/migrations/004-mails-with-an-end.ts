/** After this time, the email is not sent, because it is no longer useful. Null: always useful. */
export const mailsWithAnEnd = [`alter table outbox add column useless_from text`]
