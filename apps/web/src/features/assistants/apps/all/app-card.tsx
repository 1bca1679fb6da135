import type { App } from '@atelier/contracts/assistants/apps';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { shareLink } from '../model/share-link.ts';
import classes from './all-apps.module.css';

/** A card for one app, with a link to its chat. */
export const AppCard = ({ app }: { app: App }) => (
  <li className={classes.card}>
    <div className={classes.head}>
      <h2>{app.name}</h2>
      <AccessBadge access={app.access} />
    </div>
    <p className="note clamp-3">{app.description === '' ? app.welcomeMessage : app.description}</p>
    <div className="row-2 between">
      <Button
        component="a"
        href={shareLink(app)}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} />}
        aria-label={`Open chat with ${app.name}`}
      >
        Open chat
      </Button>
      <TextLink to={`/apps/${app.appId}`} quiet>
        Details
      </TextLink>
    </div>
  </li>
);
