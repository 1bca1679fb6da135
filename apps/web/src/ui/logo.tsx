import classes from './logo.module.css';

/** The mark: an A that is an easel with its canvas, and the lit window of a studio. */
export const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg
    className={classes.mark}
    width={size}
    height={size}
    viewBox="0 0 32 32"
    aria-hidden="true"
    focusable="false"
  >
    <rect className={classes.tile} width="32" height="32" rx="7.5" />
    <path className={classes.window} d="M16 9.5 20.2 18H11.8Z" />
    <path className={classes.frame} d="M16 6.5 6.8 25.5M16 6.5 25.2 25.5M9.9 19.6H22.1" />
  </svg>
);

/** Mark and wordmark. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <span className={classes.logo}>
    <LogoMark size={size} />
    <span className={classes.word}>Atelier</span>
  </span>
);
