/** What we use of it. */
declare module 'mpg123-decoder' {
  export class MPEGDecoder {
    readonly ready: Promise<void>;
    /** Goes on where the piece before ended. */
    decode(piece: Uint8Array): {
      readonly channelData: readonly Float32Array[];
      readonly samplesDecoded: number;
      readonly sampleRate: number;
    };
    free(): void;
  }
}
