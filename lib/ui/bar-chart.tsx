interface Bar {
  readonly key: string;
  readonly value: number;
  /** Read when a pointer rests on it. */
  readonly title: string;
}

const HEIGHT = 60;
const STEP = 10;

/** Drawn for the eye: whoever wants the numbers gets a table beside it. @param label what is seen, in one sentence */
export function BarChart({ bars, label, className = '' }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 2}`}
      role="img"
      aria-label={label}
      className={`w-full ${className}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ key, value, title }, at) => {
        const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
        return (
          <rect
            key={key}
            x={at * STEP + 1}
            y={HEIGHT + 1 - height}
            width={STEP - 2}
            height={height}
            rx={1}
            className={value === 0 ? 'fill-(--hairline)' : 'fill-(--link)'}
          >
            <title>{title}</title>
          </rect>
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
