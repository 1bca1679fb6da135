import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { usePackageDetails } from '../api.ts';
import classes from './step.module.css';

const Details = ({ name }: { name: string }) => {
  const { data, error } = usePackageDetails(name);
  if (error)
    return (
      <p className="failure" role="alert">
        {error.message}
      </p>
    );
  if (!data) return <p className="note">Loading…</p>;
  const { version, description, actions, triggers } = data;
  return (
    <>
      <p className="note">{description}</p>
      <p className="note">
        <code>{name}</code> {version}, {formatCount(actions, 'action')}, {formatCount(triggers, 'trigger')}
      </p>
    </>
  );
};

/** The registry's entry of the package that a step or a trigger comes from (PIECE-07). */
export const PieceDetails = ({ name }: { name: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={`small ${classes.about}`} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>About this piece</summary>
      {isOpen ? <Details name={name} /> : null}
    </details>
  );
};
