/** A sign with its three facts: round, upright, wide. `size` in px. */
export const Logo = (props: { size?: 22 | 34 }) => (
  <svg
    class="inline align-baseline"
    width={props.size ?? 34}
    height={props.size ?? 34}
    viewBox="0 0 22 22"
    aria-hidden="true"
  >
    <path d="M1.8 4.2h18.4v11.6H1.8z" fill="none" stroke="currentColor" stroke-width="1.8" />
    <path d="M8 19.4h6" stroke="currentColor" stroke-width="1.8" />
    <circle cx="5.9" cy="10" r="1.7" fill="currentColor" />
    <path d="M9.4 7.4h3v5.2h-3zM14.4 8.6h3.8v2.8h-3.8z" fill="currentColor" />
  </svg>
);
