import type { AccessRequest } from '@atelier/contracts/account/shared-things';
import { Button } from '@mantine/core';
import { useMay } from '../../../../lib/account/session.ts';
import { formatAgo } from '../../../../lib/format.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useAccessRequests, useDecline, useGrantRequest } from './api.ts';
import classes from './shared.module.css';

const Request = ({ request, namesThing }: { request: AccessRequest; namesThing: boolean }) => {
  const { entityId, userId, userName, email, label, name, address, message, askedAt } = request;
  const grant = useGrantRequest(userName);
  const decline = useDecline();
  return (
    <li className={`between pad-3-4 flex flex-wrap align-center ${classes.request}`}>
      <div className={`stack min-0 break-anywhere ${classes.asked}`}>
        <div>
          <strong>{userName}</strong>
          {namesThing ? (
            <>
              {` asks for the ${label} `}
              <TextLink to={address}>{name}</TextLink>
            </>
          ) : (
            ' asks for access'
          )}
        </div>
        {message === '' ? null : <span className="muted small">“{message}”</span>}
        <span className="muted small">{`${email}, ${formatAgo(askedAt)}`}</span>
      </div>
      <div className="beside-2">
        <Button
          size="xs"
          loading={grant.isPending}
          aria-label={`Give access to ${userName}: ${name}`}
          onClick={() => grant.mutate({ body: { entityId, email } })}
        >
          Give access
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decline.isPending}
          aria-label={`Decline ${userName}: ${name}`}
          onClick={() => decline.mutate({ params: { entityId }, query: { userId } })}
        >
          Decline
        </Button>
      </div>
    </li>
  );
};

/** The people who ask for access to one thing, or to any, with a button that gives it. Nothing while nobody asks. */
export const AccessRequests = ({ entityId }: { entityId?: string }) => {
  const enabled = useMay()('entities:all');
  const { data } = useAccessRequests(entityId, { enabled });
  if (!enabled || data === undefined || data.items.length === 0) return null;
  return (
    <Panel title="Requests for access" flush>
      <ul className={`flat no-bullets ${classes.things}`} aria-label="Requests for access">
        {data.items.map((request) => (
          <Request
            key={`${request.entityId} ${request.userId}`}
            request={request}
            namesThing={entityId === undefined}
          />
        ))}
      </ul>
    </Panel>
  );
};
