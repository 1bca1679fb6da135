import { useState } from 'react';
import { callUser, type SignInPage } from './api.ts';
import classes from './providers.module.css';
import { useAction } from './use-action.ts';

interface ProvidersProps {
  appId: string;
  providers: SignInPage['providers'];
}

/** The buttons that lead to providers; draws nothing where none is set up. */
export const Providers = ({ appId, providers }: ProvidersProps) => {
  const action = useAction();
  const [chosen, setChosen] = useState<string>();
  if (providers.length === 0) return null;
  return (
    <section className="stack-3" aria-label="Other ways to sign in">
      <p className={`line-3 flat muted ${classes.or}`}>or</p>
      {providers.map(({ provider, name }) => (
        <button
          key={provider}
          type="button"
          className={`break-anywhere rounded surface text-color medium ${classes.provider}`}
          aria-busy={action.isRunning && chosen === provider}
          onClick={() => {
            setChosen(provider);
            action.run(async () => {
              const { redirectTo } = await callUser('startProvider', { body: { appId, provider } });
              window.location.assign(redirectTo);
            });
          }}
        >
          Continue with {name}
        </button>
      ))}
      <p className={`flat danger ${classes.failure}`} role="alert">
        {action.failure}
      </p>
    </section>
  );
};
