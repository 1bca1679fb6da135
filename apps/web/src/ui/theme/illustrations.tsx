import type { ReactNode } from 'react';
import classes from './illustrations.module.css';

const Frame = ({ children }: { children: ReactNode }) => (
  <svg
    className={classes.frame}
    width="132"
    height="92"
    viewBox="0 0 132 92"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);

const Ground = () => <path className={classes.line} d="M14 82.5H118" />;

/** Draws sheets that lean against a shelf, for documents and knowledge bases. */
export const DocumentsIllustration = () => (
  <Frame>
    <Ground />
    <rect
      className={classes.paper}
      x="30"
      y="24"
      width="40"
      height="52"
      rx="4"
      transform="rotate(-7 50 50)"
    />
    <rect className={classes.paper} x="52" y="20" width="40" height="56" rx="4" transform="rotate(4 72 48)" />
    <g transform="rotate(4 72 48)">
      <path className={classes.line} d="M60 32H78M60 40H84M60 48H84M60 56H74" />
      <rect className={classes.accent} x="59" y="44.8" width="25" height="6.4" rx="2" />
    </g>
    <circle className={classes.accentLine} cx="98" cy="60" r="10" />
    <path className={classes.accentLine} d="M105.200 67.200 112 74" />
  </Frame>
);

/** Draws a speech bubble on an easel, for apps and chats. */
export const AppsIllustration = () => (
  <Frame>
    <Ground />
    <path className={classes.line} d="M66 14V22M48 82 58 62M84 82 74 62M66 62V82" />
    <rect className={classes.paper} x="34" y="20" width="64" height="44" rx="5" />
    <rect className={classes.accent} x="60" y="28" width="30" height="10" rx="5" />
    <path className={classes.line} d="M42 46H72M42 53H62" />
    <circle className={classes.dot} cx="77" cy="52.500" r="3" />
    <circle className={classes.dot} cx="86" cy="52.500" r="3" />
  </Frame>
);

/** Draws a figure that works through a list, for agents. */
export const AgentsIllustration = () => (
  <Frame>
    <Ground />
    <rect className={classes.paper} x="24" y="34" width="38" height="32" rx="8" />
    <path className={classes.line} d="M43 34V24M34 66V82M52 66V82M33 58H53" />
    <circle className={classes.dot} cx="43" cy="21" r="3" />
    <circle className={classes.dot} cx="36" cy="47" r="3" />
    <circle className={classes.dot} cx="50" cy="47" r="3" />
    <rect className={classes.paper} x="74" y="22" width="34" height="54" rx="4" />
    <path className={classes.accentLine} d="M80 34 83 37 88 31M80 48 83 51 88 45" />
    <path className={classes.line} d="M93 34H102M93 48H102M80 63H102" />
  </Frame>
);

/** Draws a lens over an empty drawer, for a search without matches. */
export const SearchIllustration = () => (
  <Frame>
    <Ground />
    <rect className={classes.paper} x="30" y="34" width="72" height="42" rx="5" />
    <path className={classes.line} d="M30 48H102M58 41H74" />
    <circle className={classes.accentLine} cx="66" cy="52" r="14" />
    <path className={classes.accentLine} d="M76 62 86 72" />
  </Frame>
);

/** Draws an unplugged cable, for a failure. */
export const ErrorIllustration = () => (
  <Frame>
    <Ground />
    <path className={classes.line} d="M14 60C30 60 28 42 44 42H50" />
    <rect className={classes.paper} x="50" y="32" width="18" height="20" rx="4" />
    <path className={classes.line} d="M68 38H74M68 46H74" />
    <rect className={classes.paper} x="86" y="32" width="16" height="20" rx="4" />
    <path className={classes.line} d="M102 42C112 42 108 60 118 60" />
    <path className={classes.accentLine} d="M80 24 78 30M88 22 87 27M80 60 78 54M88 62 87 57" />
  </Frame>
);

/** Draws a plug in front of a socket, for model providers. */
export const ModelsIllustration = () => (
  <Frame>
    <Ground />
    <rect className={classes.paper} x="26" y="26" width="44" height="40" rx="6" />
    <path className={classes.line} d="M36 66V82M60 66V82M37 39H53M37 47H59M37 55H48" />
    <path className={classes.line} d="M118 46H104" />
    <rect className={classes.paper} x="86" y="36" width="18" height="20" rx="5" />
    <path className={classes.accentLine} d="M86 42H78M86 50H78" />
    <circle className={classes.dot} cx="63" cy="33" r="2.500" />
  </Frame>
);
