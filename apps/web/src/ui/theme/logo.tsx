import classes from './logo.module.css';

/** Draws the logo: an A that is an easel with its canvas, and the lit window of a studio. */
export const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg className="rigid" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect className={classes.tile} width="32" height="32" rx="7.5" />
    <path className={classes.window} d="M16 9.2 20.6 18.4H11.4Z" />
    <path className={classes.frame} d="M16 6 6.6 26M16 6 25.4 26M9.6 20.4H22.4" />
  </svg>
);

/** Draws the logo with the name of the product. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <span className={classes.logo}>
    <LogoMark size={size} />
    <span className={classes.word}>Atelier</span>
  </span>
);
