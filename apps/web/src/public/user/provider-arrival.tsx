import { refusalIn } from '../../lib/account/provider-refusal.ts';
import { useLoaded } from '../use-loaded.ts';
import { callUser } from './api.ts';
import classes from './user.module.css';
import { UserFrame } from './user-frame.tsx';
import type { ScreenProps } from './user-page.tsx';
import { type ProviderReturn, userPath } from './user-place.ts';

/** The finished sign-ins by their state, because a code works only once. */
const finished = new Map<string, Promise<void>>();

const finish = async ({ code, state, iss, error }: ProviderReturn): Promise<void> => {
  const refusal = refusalIn({ error, code, state });
  if (refusal !== undefined) throw refusal;
  const body = { code, state, ...(iss === '' ? {} : { iss }) };
  const { user, hasAccess } = await callUser('finishProvider', { body });
  window.location.replace(userPath(hasAccess ? 'chat' : 'sign-in', user.appId));
};

const finishOnce = (returned: ProviderReturn): Promise<void> => {
  const known = finished.get(returned.state) ?? finish(returned);
  finished.set(returned.state, known);
  return known;
};

/** Finishes a sign-in at a provider, or says why it failed (PRIVATE-05). */
export const ProviderArrival = ({ names, place, returned }: ScreenProps & { returned: ProviderReturn }) => {
  const loaded = useLoaded(returned.state, () => finishOnce(returned));
  if (loaded.state !== 'failed')
    return (
      <UserFrame title={`Opening ${names.appName}`} names={names}>
        <p role="status" className="flat break-anywhere muted">
          Your sign-in service has sent you back. Checking its answer…
        </p>
      </UserFrame>
    );
  return (
    <UserFrame title="You were not signed in" names={names}>
      <p role="alert" className={`flat danger ${classes.failure}`}>
        {loaded.error instanceof Error ? loaded.error.message : 'Please try again.'}
      </p>
      <ul className={`bare stack-2 ${classes.links}`}>
        <li>
          <a href={userPath('sign-in', place.appId)}>Back to the sign-in</a>
        </li>
      </ul>
    </UserFrame>
  );
};
