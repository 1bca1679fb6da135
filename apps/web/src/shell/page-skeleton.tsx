import { Skeleton } from '@mantine/core';
import classes from './builder-layout.module.css';

/** Shown while the code of a page is loading. */
export const PageSkeleton = () => (
  <div className={`stack-3 one-column full-width ${classes.skeleton}`} role="status" aria-label="Loading">
    <Skeleton height={26} width="14rem" />
    <Skeleton height={14} width="22rem" maw="100%" />
    <Skeleton height={180} radius="lg" mt="lg" />
  </div>
);
