import { ErrorState } from '../../ui/feedback/error-state.tsx';
import classes from '../builder-layout.module.css';

const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload|Failed to fetch/i.test(
    error.message,
  );

/** Shown when a screen could not be loaded or rendered (ROUTE-61). */
export const ScreenError = ({ error }: { error: unknown }) => (
  <div className={`stack-3 one-column full-width ${classes.skeleton}`}>
    <ErrorState
      error={error}
      title={isLoadFailure(error) ? 'This screen could not be loaded' : 'This screen has a problem'}
      onRetry={() => location.reload()}
    />
  </div>
);
