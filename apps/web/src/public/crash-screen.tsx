import { Component, type ReactNode } from 'react';
import classes from './chat.module.css';

/** Shown when the public page fails to render. Only a class can catch that in React. */
export class CrashScreen extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className={`line-3 flex-column text-center justify-center ${classes.message}`} role="alert">
        <h1>Something went wrong</h1>
        <p>Your conversation is kept. Please reload this page to go on.</p>
        <button type="button" className={classes.button} onClick={() => window.location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
