import type { QuickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { Button, Switch } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useUser } from '../../../lib/account/session.ts';
import { QrPicture } from '../../../ui/content/qr-code.tsx';
import { Fold } from '../../../ui/layout/fold.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ShareLink } from '../../../ui/share-link.tsx';
import { useSetAccess } from './api.ts';

/** Shares the app with everybody who has its link, and makes it private again. It is private at first. */
export const Share = ({ start }: { start: QuickStart }) => {
  const { tenantName } = useUser();
  const setAccess = useSetAccess();
  const isPublic = start.access === 'PUBLIC';
  const link = new URL(start.shareUrl, location.origin).href;
  const become = (access: QuickStart['access']) => setAccess.mutate({ body: { appId: start.appId, access } });
  return (
    <Panel
      title="Share it"
      description={
        isPublic
          ? 'Anyone who has the link can ask, without an account, and read the parts of your documents that answers quote.'
          : `So far it is open to people of ${tenantName} alone.`
      }
    >
      <div className="stack-4 min-0">
        {isPublic ? (
          <ShareLink link={link} />
        ) : (
          <Button
            leftSection={<IconShare size={16} />}
            loading={setAccess.isPending}
            onClick={() => become('PUBLIC')}
          >
            Share with a link
          </Button>
        )}
        {isPublic ? (
          <>
            <Fold label="Show it as a QR code">
              <QrPicture text={link} label="The link as a QR code" fileName={`${start.name} QR code`} />
            </Fold>
            <Switch
              label="Anyone who has the link"
              description={`Off: only people of ${tenantName} who have access and are signed in.`}
              checked
              disabled={setAccess.isPending}
              onChange={() => become('PRIVATE')}
            />
          </>
        ) : null}
      </div>
    </Panel>
  );
};
