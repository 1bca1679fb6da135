import type { App } from '@atelier/contracts/assistants/apps';
import { IconExternalLink, IconLink, IconPencil, IconPower, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { copyText } from '../../../ui/content/copy-text.ts';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../ui/layout/actions-menu.tsx';
import { useSwitchApp } from './api.ts';
import { shareLink } from './model/share-link.ts';

const copyLink = async (app: App) => {
  if (await copyText(shareLink(app))) toastSuccess('Link copied.');
  else toastError('The browser did not allow copying. Open the app to copy its link.');
};

/** The actions in the menu of an app. */
export const useAppActions = (onDelete: (app: App) => void) => {
  const navigate = useNavigate();
  const { mutate } = useSwitchApp();
  const switchTo = (app: App, active: boolean) =>
    mutate(
      { body: { appId: app.appId, active } },
      {
        onSuccess: () =>
          toastSuccess(active ? `“${app.name}” is online.` : `“${app.name}” is offline: its link says so.`),
      },
    );
  return (app: App): MenuAction[] => [
    {
      label: 'Open chat',
      icon: <IconExternalLink size={16} />,
      onRun: () => void window.open(shareLink(app), '_blank', 'noopener'),
    },
    { label: 'Copy link', icon: <IconLink size={16} />, onRun: () => void copyLink(app) },
    ...(app.abilities.canUpdate
      ? [
          {
            label: 'Edit',
            icon: <IconPencil size={16} />,
            onRun: () => void navigate({ to: `/apps/${app.appId}`, search: { tab: 'settings' } }),
          },
          {
            label: app.active ? 'Deactivate' : 'Activate',
            icon: <IconPower size={16} />,
            onRun: () => switchTo(app, !app.active),
          },
        ]
      : []),
    ...(app.abilities.canRemove
      ? [{ label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(app) }]
      : []),
  ];
};
