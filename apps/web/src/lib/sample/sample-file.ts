import sampleUrl from './larkspur-bicycles.pdf?url';

/** The handbook of an invented company, as a file that somebody might have dropped. */
export const readSampleFile = async (): Promise<File> => {
  const response = await fetch(sampleUrl);
  if (!response.ok) throw new Error(`The sample answered with ${response.status}`);
  return new File([await response.blob()], 'Larkspur Bicycles.pdf', { type: 'application/pdf' });
};
