const paths = {
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  done: 'M5 13l4 4L19 7',
  retry: 'M4 11a8 8 0 1 1 2.3 6M4 5v6h6',
  microphone: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v4',
  attach: 'M20 11l-8 8a5 5 0 0 1-7-7l8-8a3.500 3.500 0 0 1 5 5l-8 8a2 2 0 0 1-3-3l7-7',
  plus: 'M12 5v14M5 12h14',
  history: 'M12 8v5l3 2M4 12a8 8 0 1 0 2.6-5.9M4 4v4h4',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  document: 'M7 3h7l4 4v14H7zM14 3v5h4',
  like: 'M7 11v9H4v-9zM7 11l4-8c2 0 2.500 1.500 2 3l-1 4h6l1 2-2 8H7',
  dislike: 'M7 13V4H4v9zM7 13l4 8c2 0 2.500-1.500 2-3l-1-4h6l1-2-2-8H7',
  play: 'M8 5l11 7-11 7z',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
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
