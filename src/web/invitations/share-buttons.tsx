/** Sends a message with one tap: by the sheet of the phone or browser, if it has one, or by WhatsApp. */
export function ShareButtons({ message }: { message: string }) {
  const target = `https://wa.me/?text=${encodeURIComponent(message)}`
  return (
    <div className="buttons">
      {navigator.share !== undefined && (
        // Rejected if they close the sheet.
        <button
          type="button"
          className="button-secondary"
          onClick={() => navigator.share({ text: message }).catch(() => undefined)}
        >
          Share…
        </button>
      )}
      <a className="button-secondary" href={target} target="_blank" rel="noreferrer">
        Share by WhatsApp
      </a>
    </div>
  )
}
