import type { App } from '@atelier/contracts/assistants/apps';
import { Button, Switch } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMay, useUser } from '../../../../lib/account/session.ts';
import { formatAgo, formatDate, formatShort } from '../../../../lib/format.ts';
import { QrPicture } from '../../../../ui/content/qr-code.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { ShareLink } from '../../../../ui/share-link.tsx';
import { useSwitchApp } from '../api.ts';
import { shareLink } from '../model/share-link.ts';
import { ChatPreview } from '../preview/chat-preview.tsx';
import { AnsweredBy } from './answered-by.tsx';
import classes from './detail.module.css';

const ActiveSwitch = ({ app }: { app: App }) => {
  const switchApp = useSwitchApp();
  const change = (active: boolean) =>
    switchApp.mutate(
      { body: { appId: app.appId, active } },
      { onSuccess: () => toastSuccess(active ? 'The app is online.' : 'The app is offline.') },
    );
  return (
    <Switch
      label="Online"
      description={
        app.active ? 'The link answers.' : 'The link shows “App Not Available”. Nothing was deleted.'
      }
      checked={switchApp.isPending ? !app.active : app.active}
      disabled={!app.abilities.canUpdate || switchApp.isPending}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
};

const Share = ({ app }: { app: App }) => {
  const { tenantName } = useUser();
  const link = shareLink(app);
  return (
    <Panel title="Share">
      <div className="stack-5">
        <ShareLink
          link={link}
          description={
            app.access === 'PUBLIC'
              ? 'Anyone who has it can chat, without an account.'
              : `Works for people of ${tenantName} who have access and are signed in.`
          }
        />
        <Fold label="Show it as a QR code">
          {() => <QrPicture text={link} label="The link as a QR code" fileName={`${app.name} QR code`} />}
        </Fold>
        <ActiveSwitch app={app} />
      </div>
    </Panel>
  );
};

const Knowledge = ({ app }: { app: App }) => {
  const navigate = useNavigate();
  return (
    <Panel title="Knowledge" description="What it answers from." flush>
      {app.knowledgeBases.length === 0 ? (
        <EmptyState
          compact
          title="It has nothing to answer from"
          action={
            app.abilities.canUpdate ? (
              <Button
                variant="default"
                onClick={() => void navigate({ to: '.', search: { tab: 'settings' } })}
              >
                Choose knowledge bases
              </Button>
            ) : undefined
          }
        >
          Until it has a knowledge base, it tells every visitor that it found nothing.
        </EmptyState>
      ) : (
        <ul className="flat no-bullets pad-2">
          {app.knowledgeBases.map((base) => (
            <li key={base.knowledgeBaseId}>
              <Link to={`/knowledge-base/${base.knowledgeBaseId}/documents`} className={classes.base}>
                <IconBook2 size={18} aria-hidden="true" />
                {base.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
};

/**
 * The link and its switch, the app's knowledge bases and its appearance. Operators only see the knowledge bases that were
 * shared with them.
 */
export const Overview = ({ app }: { app: App }) => {
  const may = useMay();
  const showsKnowledge = app.knowledgeBases.length > 0 || may('entities:all') || may('entities:shared');
  return (
    <div className={`stack align-start ${classes.columns}`}>
      <div className="stack-5 min-0 one-column">
        <Share app={app} />
        <div className={classes.stats}>
          <StatRow>
            <Stat label="Conversations" value={formatShort(app.conversations)} />
            {showsKnowledge ? <Stat label="Knowledge bases" value={app.knowledgeBases.length} /> : null}
            <Stat label="Created" value={formatDate(app.createdAt)} />
            <Stat label="Changed" value={formatAgo(app.updatedAt)} />
          </StatRow>
        </div>
        {showsKnowledge ? <Knowledge app={app} /> : null}
        <AnsweredBy app={app} />
      </div>
      <aside className={`sticky ${classes.preview}`} aria-label="Preview">
        <ChatPreview chat={app} />
      </aside>
    </div>
  );
};
