export function StatMark({ name }: { name: StatMarkName }) {
  const { fill, path } = MARKS[name];
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="stat-mark" fill={fill}>
      <path d={path} />
    </svg>
  );
}

export type StatMarkName = keyof typeof MARKS;

const MARKS = {
  crown: { fill: '#ffd047', path: 'm4 18-2-11 6 4 4-7 4 7 6-4-2 11zm0 0v2.5h16V18' },
  shoe: { fill: '#18b3cc', path: 'M3 7h6v4q6 1 11 4 2 2 1 4H3zm6 4-2 2m5-1-2 2M1 10h1m-1 4h1' },
  trophy: { fill: '#ffd047', path: 'M7 3h10v7q0 5-5 5t-5-5zm0 2H3q0 5 4 6m10-6h4q0 5-4 6m-5 4v3m-4 3h8l-1-3H9z' },
  clock: { fill: '#fff7ea', path: 'M12 4a9 9 0 1 1 0 18 9 9 0 0 1 0-18m0 4v5l3.5 2.5M9 2h6' },
  heart: { fill: '#ff5d62', path: 'M12 21Q2 13 3 8q1-5 5-5 3 0 4 3 1-3 4-3 4 0 5 5 1 5-9 13' },
  star: { fill: '#ffd047', path: 'm12 2 3 6.5 7 .8-5.2 4.8L18.3 21 12 17.4 5.7 21l1.5-6.9L2 9.3l7-.8z' },
  gem: { fill: '#35d69a', path: 'M7 4h10l5 6-10 11L2 10zm-5 6h20M7 4l5 6 5-6m-5 6v11' },
  pepper: { fill: '#ff5d62', path: 'M15 7q7 4 2 10-5 5-14 3 8-2 9-8 0-4 3-5m0 0q0-4 4-5' },
  people: {
    fill: '#ff8ec4',
    path: 'M8 4a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7m-6 16q0-8 6-8t6 8zM17 6a3 3 0 1 1 0 6m-1 1q6 0 6 7h-5',
  },
  hammer: { fill: '#ff9440', path: 'M4 4h11l5 5-3 3-4-3v2h-3v11H7V11H4z' },
  play: { fill: '#35d69a', path: 'M6 3.5 20 12 6 20.5z' },
  coin: {
    fill: '#ffd047',
    path: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m0 4.5v9m2.5-7q-5-2-5 1 0 1.5 2.5 1.5t2.5 1.7q0 2.6-5 1',
  },
  flag: { fill: '#35d69a', path: 'M5 22V3h14l-4 5 4 5H5' },
} as const;
