/** The part of tesseract.js-core 7.0.0 that is used; the package ships no types. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type Api = {
    Init(dataPath: null, languages: string, engine: number): number;
    /** 1: the picture cannot be read. */
    SetImageFile(orientation: number, angle: number): number;
    SetRectangle(left: number, top: number, width: number, height: number): void;
    /** Finds the lines of text, whose lean `GetGradient` returns in radians. */
    FindLines(): void;
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    MeanTextConf(): number;
    Clear(): void;
  };
  type Core = {
    FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
    TessBaseAPI: new () => Api;
  };
  export default function load(options: { print(): void; printErr(): void }): Promise<Core>;
}
