import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';

/** The calls of tools that an agent made in a test, in their order. */
export const MadeCalls = ({ calls }: { calls: readonly MadeCall[] }) =>
  calls.length === 0 ? null : (
    <div>
      <p className="note">Calls of tools</p>
      <ol className="flat break-anywhere small indent">
        {calls.map(({ tool, title, input, isNoted }, at) => (
          <li key={`${tool}-${String(at)}`}>
            {title} <code dir="auto">{input}</code>
            {isNoted ? <span className="note"> noted, not made</span> : null}
          </li>
        ))}
      </ol>
    </div>
  );
