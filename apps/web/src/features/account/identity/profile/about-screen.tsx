import { auth } from '@atelier/contracts/account/identity/auth';
import { appVersion } from '@atelier/contracts/kernel/constants';
import { Anchor } from '@mantine/core';
import { useRead } from '../../../../lib/query.ts';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { Facts } from '../../../../ui/content/facts.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from './account.module.css';

/** The open-source packages in the product, by licence. Each package carries its own licence text. */
const parts = [
  [
    'MIT',
    'Fastify, React, Mantine, Tabler Icons, TanStack Router, Query and Table, Zod, graphile-worker, undici, pino, otplib, uqr, openid-client, SimpleWebAuthn',
  ],
  ['MIT-0', 'Nodemailer'],
  ['Apache-2.0', 'Drizzle, PDF.js, Swagger UI'],
  ['PostgreSQL License', 'PostgreSQL'],
] as const;

const Links = () => {
  const { data } = useRead(auth.endpoints.signUpTerms, {});
  return (
    <ul className="flat indent">
      <li>
        <Anchor underline="always" href="/api/docs">
          Programming interface
        </Anchor>
        , with every call and its shapes
      </li>
      {data?.terms ? (
        <li>
          <Anchor underline="always" href="/terms">
            Terms of use
          </Anchor>
        </li>
      ) : null}
      {data?.privacy ? (
        <li>
          <Anchor underline="always" href="/privacy">
            Privacy policy
          </Anchor>
        </li>
      ) : null}
    </ul>
  );
};

/** `/settings/about` (ROUTE-45, CONST-01). */
export const AboutScreen = () => (
  <SettingsPage title="About" description="What this is, and what it is made of.">
    <div className={`stack-5 ${classes.panels}`}>
      <Panel title="Atelier">
        <Facts layout="beside" facts={[['App version', appVersion]]} />
      </Panel>
      <Panel title="Links">
        <Links />
      </Panel>
      <Panel title="Licences" description="Atelier stands on the work of others. Among them:">
        <Facts layout="beside" facts={parts} />
      </Panel>
    </div>
  </SettingsPage>
);
