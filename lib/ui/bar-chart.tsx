interface Bar {
  readonly key: string;
  readonly value: number;
  /** What it is held against, as a line across it. */
  readonly before?: number | undefined;
  /** Read when a pointer rests on it. */
  readonly title: string;
}

const HEIGHT = 60;
const STEP = 10;

/** Drawn for the eye: whoever wants the numbers gets a table beside it. @param label what is seen, in one sentence */
export function BarChart({ bars, label, className = '' }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value, before = 0 }) => Math.max(value, before)));
  const toHeight = (value: number) => Math.max(3, (value / most) * HEIGHT);
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 2}`}
      role="img"
      aria-label={label}
      className={`w-full ${className}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ key, value, before = 0, title }, at) => {
        const height = value === 0 ? 1 : toHeight(value);
        return (
          <g key={key}>
            <title>{title}</title>
            <rect
              x={at * STEP + 1}
              y={HEIGHT + 1 - height}
              width={STEP - 2}
              height={height}
              rx={1}
              className={value === 0 ? 'fill-(--hairline)' : 'fill-(--link)'}
            />
            {before > 0 && (
              <rect
                x={at * STEP}
                y={HEIGHT + 1 - toHeight(before)}
                width={STEP}
                height={1.5}
                className="fill-(--text) stroke-(--surface) stroke-[0.5]"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly className?: string;
}
