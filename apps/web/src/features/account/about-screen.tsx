import { auth } from '@atelier/contracts/auth';
import { appVersion } from '@atelier/contracts/constants';
import { useRead } from '../../lib/query.ts';
import { SettingsPage } from '../../lib/settings-page.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './account.module.css';

/** What the product is made of, by licence; each package carries its own text. */
const parts = [
  [
    'MIT',
    'Fastify, React, Mantine, TanStack Router, Query and Table, Zod, Drizzle, graphile-worker, otplib, uqr',
  ],
  ['PostgreSQL License', 'PostgreSQL'],
  ['Apache-2.0', 'PDF.js, TypeScript, Swagger UI'],
] as const;

const Links = () => {
  const { data } = useRead(auth.endpoints.signUpTerms, {});
  return (
    <ul className={classes.consequences}>
      <li>
        <a href="/api/docs">Programming interface</a>, with every call and its shapes
      </li>
      {data?.terms ? (
        <li>
          <a href="/terms">Terms of use</a>
        </li>
      ) : null}
      {data?.privacy ? (
        <li>
          <a href="/privacy">Privacy policy</a>
        </li>
      ) : null}
    </ul>
  );
};

/** `/settings/about` (ROUTE-45, CONST-01). */
export const AboutScreen = () => (
  <SettingsPage title="About" description="What this is, and what it is made of.">
    <div className={classes.panels}>
      <Panel title="Atelier">
        <dl className={classes.facts}>
          <dt>App version</dt>
          <dd>{appVersion}</dd>
        </dl>
      </Panel>
      <Panel title="Links">
        <Links />
      </Panel>
      <Panel title="Licences" description="Atelier stands on the work of others. Among them:">
        <dl className={classes.facts}>
          {parts.map(([licence, names]) => [
            <dt key={licence}>{licence}</dt>,
            <dd key={`${licence}-names`}>{names}</dd>,
          ])}
        </dl>
      </Panel>
    </div>
  </SettingsPage>
);
