import { auth } from '@atelier/contracts/account/identity/auth';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton } from '../../ui/content/copy-button.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatDate } from '../format.ts';
import { useWrite } from '../query.ts';
import classes from './programs.module.css';

/** Shows a new key. It can be read only now. */
const NewKey = ({ apiKey }: { apiKey: string }) => (
  <>
    <div className="warning warning-box pad-3-4" role="status">
      Copy it now and keep it safe. It is shown only now; afterwards it can only be replaced.
    </div>
    <div className={`row-2-3 ${classes.key}`}>
      <code>{apiKey}</code>
      <CopyButton withText value={apiKey} label="Copy key" />
    </div>
  </>
);

const KnownKey = ({ hint, createdAt }: { hint: string; createdAt: string | null }) => (
  <div className={`row-2-3 ${classes.key}`}>
    <code>{hint}</code>
    <span>
      {createdAt ? `Made on ${formatDate(createdAt)}. ` : ''}It was shown when it was made and cannot be shown
      again.
    </span>
  </div>
);

/** The user's own API key: created on request, shown once, replaced when lost (APP-53, APP-54). */
export const ApiKeyPanel = () => {
  const get = useWrite(auth.endpoints.getApiKey, { toastFailure: true });
  const regenerate = useWrite(auth.endpoints.regenerateApiKey);
  const [isAsking, setAsking] = useState(false);
  const made = regenerate.data?.apiKey ?? get.data?.apiKey;
  const hint = get.data?.hint;
  return (
    <Panel
      title="Your API key"
      description="One key for all apps and agents of your company. Anybody who has it can ask them and change everything that you can change."
    >
      <div className={`stack-3 one-column ${classes.call}`}>
        {made ? <NewKey apiKey={made} /> : null}
        {!made && hint ? <KnownKey hint={hint} createdAt={get.data?.createdAt ?? null} /> : null}
        <div className={`row-2-3 ${classes.key}`}>
          {get.data ? null : (
            <Button
              leftSection={<IconKey size={16} />}
              loading={get.isPending}
              onClick={() => get.mutate({})}
            >
              Get API key
            </Button>
          )}
          {get.data ? (
            <Button variant="default" onClick={() => setAsking(true)}>
              Replace the key
            </Button>
          ) : null}
        </div>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Replace your API key?"
        confirmLabel="Replace"
        onConfirm={() => regenerate.mutateAsync({ body: {} })}
      >
        The key that you have now stops working at once. Programs that use it are refused until they get the
        new one.
      </ConfirmDialog>
    </Panel>
  );
};
