import { lazy, Suspense } from 'react';
import classes from './markdown.module.css';

const Renderer = lazy(() =>
  import('./markdown-renderer.tsx').then((loaded) => ({ default: loaded.MarkdownRenderer })),
);

/** Markdown, with its renderer loaded on first use; the plain text stands there meanwhile. */
export const Markdown = ({ children }: { children: string }) => (
  <Suspense fallback={<div className={classes.plain}>{children}</div>}>
    <Renderer>{children}</Renderer>
  </Suspense>
);
