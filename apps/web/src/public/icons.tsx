const paths = {
  send: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  done: 'M5 13l4 4L19 7',
  retry: 'M4 11a8 8 0 1 1 2.3 6M4 5v6h6',
  plus: 'M12 5v14M5 12h14',
  history: 'M12 8v5l3 2M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  document: 'M7 3h7l4 4v14H7zM14 3v5h4',
  alert: 'M12 8v5M12 16.500v.5M12 3 2.500 20h19z',
} as const;

export type IconName = keyof typeof paths;

/** A line icon. It is decorative: the control that contains it carries the name. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[name]} />
  </svg>
);
