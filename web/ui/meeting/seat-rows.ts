interface Point {
  readonly x: number;
  readonly y: number;
}

/** Spreads seats evenly over a half circle, from left to right. */
export function seatsOnArc(seats: number, radius: number, centre: Point) {
  return Array.from({ length: seats }, (_, nth) => {
    const angle = seats === 1 ? Math.PI / 2 : Math.PI - (Math.PI * nth) / (seats - 1);
    return { angle, x: rounded(centre.x + radius * Math.cos(angle)), y: rounded(centre.y - radius * Math.sin(angle)) };
  });
}

/** Distributes the seats in proportion to the lengths of the rows, so that they are evenly spaced. */
export function seatsInRows(seats: number, radii: readonly number[], centre: Point) {
  const whole = radii.reduce((sum, radius) => sum + radius, 0);
  let left = seats;
  return radii.flatMap((radius, row) => {
    const share = row === radii.length - 1 ? left : Math.min(left, Math.round((seats * radius) / whole));
    left -= share;
    return seatsOnArc(share, radius, centre);
  });
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
