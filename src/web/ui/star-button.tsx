/** Marks something as the viewer’s own choice: "☆ Follow". */
export function StarButton({ name, isOn, onToggle }: { name: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="button-secondary" aria-pressed={isOn} onClick={onToggle}>
      <span aria-hidden="true">{isOn ? '★' : '☆'}</span> {name}
    </button>
  )
}
