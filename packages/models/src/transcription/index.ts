export {
  mostRecordingBytes,
  type SpokenLine,
  type Transcript,
  transcribeRecording,
} from './transcribe-recording.ts';
export { minutePriceOf } from './transcription-prices.ts';
