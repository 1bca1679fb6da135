import classes from './setting-changes.module.css';

/** Shown for a text that is empty. */
const nothing = <em>Empty</em>;

interface SettingChange {
  setting: string;
  label: string;
  before: string | null;
  after: string | null;
}

/** Shows settings of an earlier version next to the present ones. */
export const SettingChanges = ({ changes }: { changes: readonly SettingChange[] }) => (
  <ul className={`stack-4 bare ${classes.changes}`} aria-label="Differences">
    {changes.map(({ setting, label, before, after }) => (
      <li key={setting}>
        <h3>{label}</h3>
        <dl>
          <dt className="muted">Then</dt>
          <dd className="break-anywhere pre-wrap" dir="auto">
            {before === null || before === '' ? nothing : before}
          </dd>
          <dt className="muted">Now</dt>
          <dd className="break-anywhere pre-wrap" dir="auto">
            {after === null || after === '' ? nothing : after}
          </dd>
        </dl>
      </li>
    ))}
  </ul>
);
