import { formatSeconds } from '@atelier/contracts/content/documents/document-position';
import { useRef } from 'react';
import { Icon } from '../../lib/icons.tsx';
import classes from '../../lib/source/source.module.css';
import { SourceText } from '../../lib/source/source-text.tsx';
import type { Source } from '../api.ts';

interface RecordingSourceProps {
  name: string;
  address: string;
  source: Source;
  onFailure: () => void;
}

/** Shows the player of a recording at the cited second, and below it what is said, with the chunk marked. */
export const RecordingSource = ({ name, address, source, onFailure }: RecordingSourceProps) => {
  const player = useRef<HTMLMediaElement>(null);
  const second = source.citation.second ?? 0;
  const playFromSecond = () => {
    if (!player.current) return;
    player.current.currentTime = second;
    player.current.play().catch(onFailure);
  };
  const shared = {
    // Players begin at the time that the fragment of the address names.
    src: `${address}#t=${second}`,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': `Recording ${name}`,
    onError: onFailure,
  };
  return (
    <>
      <div className={`beside-2 flex-column flex-start ${classes.player}`}>
        {source.form === 'FILM' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- What is said is written below the film.
          <video {...shared} playsInline ref={player as React.Ref<HTMLVideoElement>} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- What is said is written below the player.
          <audio {...shared} ref={player as React.Ref<HTMLAudioElement>} />
        )}
        <button type="button" className={`box text-color ${classes.turn}`} onClick={playFromSecond}>
          <Icon name="play" size={14} /> Play from {formatSeconds(second)}
        </button>
      </div>
      <SourceText source={source} />
    </>
  );
};
