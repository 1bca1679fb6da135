import type { AppAccessStatus, AppUserAccess } from '@atelier/contracts/account/app-users/app-users';
import { formatDate } from '../../../../lib/format.ts';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';

/** The label and the tone of each status. */
export const statuses: Record<AppAccessStatus, { label: string; tone: StatusTone }> = {
  REQUESTED: { label: 'Asks for access', tone: 'warning' },
  INVITED: { label: 'Invited', tone: 'info' },
  EXPIRED: { label: 'Invitation expired', tone: 'neutral' },
  GRANTED: { label: 'Has access', tone: 'success' },
  ENDED: { label: 'Access ended', tone: 'neutral' },
};

const by = (giver: string | null): string => (giver === null ? '' : ` by ${giver}`);

/** Says who gave an access and until when. */
export const describeAccess = ({
  status,
  givenBy,
  invitedUntil,
  endsAt,
  createdAt,
}: AppUserAccess): string => {
  if (status === 'REQUESTED') return `Since ${formatDate(createdAt)}`;
  const last = endsAt === null ? '' : `, access until ${formatDate(endsAt)}`;
  if (status === 'INVITED' && invitedUntil !== null)
    return `Invited${by(givenBy)}, until ${formatDate(invitedUntil)}${last}`;
  return `${status === 'EXPIRED' ? 'Invited' : 'Given'}${by(givenBy)}${last}`;
};
