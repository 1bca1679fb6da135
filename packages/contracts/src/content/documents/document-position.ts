/** File extensions of audio and video. */
export const recordingEndings = [
  ...['mp3', 'mpga', 'wav', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'webm'],
  ...['avi', 'flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'wmv', 'ogv'],
] as const;

/** Returns true when a document of this name is a recording of sound or video. */
export const isRecording = (name: string): boolean => {
  const ending = /\.([^./\\\s]+)$/.exec(name.trim())?.[1]?.toLowerCase();
  return recordingEndings.some((each) => each === ending);
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Formats seconds as a player shows them: 12:05, 1:02:03. */
export const formatSeconds = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = twoDigits(whole % 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${rest}`;
};

/** A position: a page, counted from 1, or a second of a recording, counted from 0. A document may have neither. */
export interface DocumentPosition {
  page?: number | null | undefined;
  second?: number | null | undefined;
}

/** Describes a position for users: "Page 3", "12:05"; undefined when the document has no positions. */
export const describePosition = ({ page, second }: DocumentPosition): string | undefined => {
  if (typeof second === 'number') return formatSeconds(second);
  return typeof page === 'number' ? `Page ${page}` : undefined;
};

/** The beginning of a heading above a chunk that names an attachment of a mail. */
const attachmentLabel = 'Attachment: ';

/** Shortens the headings above a chunk to the innermost one, after the attachment that it is in: “Attachment: terms.docx > Prices”. */
export const shortHeading = (heading: string): string => {
  const steps = heading.split(' > ');
  const last = steps.length - 1;
  const attachment = steps.findLastIndex((step) => step.startsWith(attachmentLabel));
  const kept = attachment >= 0 && attachment < last ? [steps[attachment], steps[last]] : [steps[last]];
  return kept.join(' > ');
};
