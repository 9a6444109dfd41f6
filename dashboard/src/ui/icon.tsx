const PATHS = {
  search: { d: 'M11.4 7a4.4 4.4 0 1 1-8.8 0 4.4 4.4 0 0 1 8.8 0Zm-1 3.4 3.6 3.6', width: 1.5 },
  close: { d: 'm4 4 8 8m0-8-8 8', width: 1.5 },
  plus: { d: 'M8 3v10M3 8h10', width: 1.5 },
  down: { d: 'm4.4 6.4 3.6 3.6 3.6-3.6', width: 1.5 },
  columns: { d: 'M2.6 3.4h10.8v9.2H2.6zM6.2 3.4v9.2M9.8 3.4v9.2', width: 1.3 },
  right: { d: 'm6.2 4.2 3.8 3.8-3.8 3.8', width: 1.5 },
  back: { d: 'M9.8 3.4 5.2 8l4.6 4.6', width: 1.7 },
  check: { d: 'm2.8 8.6 3.4 3.6 7-8', width: 2 },
  copy: { d: 'M5.6 5.6h7.8v7.8H5.6zM10.4 5.4V2.6H2.6v7.8h2.8', width: 1.3 },
  phone: { d: 'M4.5 1.5h7v13h-7zM7 12.3h2', width: 1.5 },
  key: { d: 'M2.5 4.5h11v7h-11zM4.6 7h1M7.5 7h1M10.4 7h1M5.5 9.4h5', width: 1.3 },
  laptop: { d: 'M3.5 3.5h9v6.5h-9zM1.5 12.5h13', width: 1.5 },
  passkey: {
    d: 'M8.7 5.4a3.1 3.1 0 1 1-6.2 0 3.1 3.1 0 0 1 6.2 0ZM1.4 13.6c.5-2.6 2-3.9 4.2-3.9 1 0 1.9.3 2.5.8M11.8 8.6v5.8m0-3.6h2m-2 2.2h1.5M13.7 6.7a1.9 1.9 0 1 1-3.8 0 1.9 1.9 0 0 1 3.8 0Z',
    width: 1.4,
  },
  print: { d: 'M4.5 6V2h7v4M4.5 11H2V6h12v5h-2.5M4.5 9.2h7v5h-7z', width: 1.5 },
  mail: { d: 'M2 3.6h12v8.8H2zM2.4 4l5.6 4.6L13.6 4', width: 1.5 },
  bell: {
    d: 'M3 11.6h10c-1.1-1-1.5-2.2-1.5-4.4A3.5 3.5 0 0 0 8 3.6a3.5 3.5 0 0 0-3.5 3.6c0 2.2-.4 3.4-1.5 4.4ZM6.6 13.4h2.8',
    width: 1.4,
  },
};

/** A picture of what a control does. It says nothing: the control has the words. `size` in px of usual text, with which it grows. */
export const Icon = (props: { is: keyof typeof PATHS; size?: number; class?: string }) => (
  <svg
    class={`flex-none ${props.class ?? ''}`}
    width={`${(props.size ?? 16) / 16}rem`}
    height={`${(props.size ?? 16) / 16}rem`}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width={PATHS[props.is].width}
    aria-hidden="true"
  >
    <path d={PATHS[props.is].d} />
  </svg>
);
