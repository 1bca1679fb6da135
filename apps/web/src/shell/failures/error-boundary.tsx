import { Component, type ReactNode } from 'react';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SplashScreen } from '../splash-screen.tsx';

/** Catches errors that no screen caught. React has no other form for this than a class. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <SplashScreen>
        <ErrorState
          error={this.state.error}
          title="Atelier has a problem"
          onRetry={() => location.reload()}
        />
      </SplashScreen>
    );
  }
}
