package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.Random;

/**
 * Dates and the days between them: days from a date and back as Howard Hinnant computes them ("chrono-Compatible
 * Low-Level Date Algorithms", 2013), months, weekdays, ISO weeks and Easter (Gauss, 1800, in the form of Meeus). Some
 * dates do not exist and are reported; {@link LocalDate} says what must come out.
 */
final class CivilCalendar implements KernelExample {
    private static final int DAYS_OF_ERA = 146_097;
    private static final int NUMBERS = 8;

    private enum Month {
        JANUARY(31),
        FEBRUARY(28),
        MARCH(31),
        APRIL(30),
        MAY(31),
        JUNE(30),
        JULY(31),
        AUGUST(31),
        SEPTEMBER(30),
        OCTOBER(31),
        NOVEMBER(30),
        DECEMBER(31);

        private static final Month[] ALL = values();

        private final int days;

        Month(int days) {
            this.days = days;
        }

        static Month of(int number) {
            if (number < 1 || number > ALL.length) {
                throw new IllegalArgumentException("month " + number);
            }
            return ALL[number - 1];
        }

        int number() {
            return ordinal() + 1;
        }

        int length(boolean leapYear) {
            return this == FEBRUARY && leapYear ? days + 1 : days;
        }

        Month plus(int months) {
            return ALL[Math.floorMod(ordinal() + months, ALL.length)];
        }
    }

    private enum Weekday {
        MONDAY,
        TUESDAY,
        WEDNESDAY,
        THURSDAY,
        FRIDAY,
        SATURDAY,
        SUNDAY;

        static Weekday of(long epochDay) {
            return values()[(int) Math.floorMod(epochDay + 3, 7L)];
        }

        boolean isWeekend() {
            return switch (this) {
                case SATURDAY, SUNDAY -> true;
                default -> false;
            };
        }
    }

    private record Date(int year, Month month, int day) implements Comparable<Date> {
        Date {
            if (day < 1 || day > month.length(isLeap(year))) {
                throw new IllegalArgumentException("day " + day);
            }
        }

        static boolean isLeap(int year) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        }

        static Date ofEpochDay(long epochDay) {
            long days = epochDay + 719_468;
            long era = Math.floorDiv(days, DAYS_OF_ERA);
            int ofEra = (int) (days - era * DAYS_OF_ERA);
            int yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
            int dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
            int shifted = (5 * dayOfYear + 2) / 153;
            Month month = Month.MARCH.plus(shifted);
            int year = (int) (yearOfEra + era * 400) + (month.number() <= 2 ? 1 : 0);
            return new Date(year, month, dayOfYear - (153 * shifted + 2) / 5 + 1);
        }

        /** Days since the first of January 1970. */
        long epochDay() {
            long shiftedYear = month.number() <= 2 ? year - 1L : year;
            long era = Math.floorDiv(shiftedYear, 400);
            int yearOfEra = (int) (shiftedYear - era * 400);
            int shiftedMonth = Math.floorMod(month.number() - 3, 12);
            int dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1;
            int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
            return era * DAYS_OF_ERA + dayOfEra - 719_468;
        }

        Date plusMonths(int months) {
            long total = year * 12L + month.ordinal() + months;
            int newYear = Math.toIntExact(Math.floorDiv(total, 12L));
            Month newMonth = month.plus(months);
            return new Date(newYear, newMonth, Math.min(day, newMonth.length(isLeap(newYear))));
        }

        Weekday weekday() {
            return Weekday.of(epochDay());
        }

        int dayOfYear() {
            int days = day;
            for (Month earlier : Month.ALL) {
                if (earlier.compareTo(month) < 0) {
                    days += earlier.length(isLeap(year));
                }
            }
            return days;
        }

        /** The week of the year in which the Thursday of this week is. */
        int week() {
            Date thursday = ofEpochDay(epochDay() - weekday().ordinal() + Weekday.THURSDAY.ordinal());
            return (thursday.dayOfYear() - 1) / 7 + 1;
        }

        @Override
        public int compareTo(Date other) {
            return Long.compare(epochDay(), other.epochDay());
        }
    }

    private static int workdaysUntil(Date start, Date end) {
        int workdays = 0;
        for (Date date = start; date.compareTo(end) < 0; date = Date.ofEpochDay(date.epochDay() + 1)) {
            if (!date.weekday().isWeekend()) {
                workdays++;
            }
        }
        return workdays;
    }

    private static Date easter(int year) {
        int a = year % 19;
        int b = year / 100;
        int c = year % 100;
        int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
        int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
        int m = (a + 11 * h + 22 * l) / 451;
        int days = h + l - 7 * m + 114;
        return new Date(year, Month.of(days / 31), days % 31 + 1);
    }

    @Override
    public String name() {
        return "civil calendar";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(100, 5_000, 50_000);
    }

    @Override
    public Object run(Device device, int count) {
        try (Ints dates = device.ints(3L * count);
                Longs results = device.longs((long) NUMBERS * count)) {
            dates.copyIn(dates(count));
            device.run(Grid.threads(count), lane -> {
                int at = 3 * lane.id();
                long[] numbers = new long[NUMBERS];
                try {
                    Month month = Month.of(dates.get(at + 1));
                    var date = new Date(dates.get(at), month, dates.get(at + 2));
                    numbers = numbers(date);
                } catch (IllegalArgumentException _) {
                    numbers[0] = Long.MIN_VALUE;
                } finally {
                    for (int i = 0; i < numbers.length; i++) {
                        results.set(NUMBERS * lane.id() + i, numbers[i]);
                    }
                }
            });
            return results.copyOut();
        }
    }

    private static long[] numbers(Date date) {
        Date later = date.plusMonths(1);
        Date easter = easter(Math.abs(date.year()) % 2000 + 1583);
        return new long[] {
            date.epochDay(),
            date.weekday().ordinal(),
            date.dayOfYear(),
            date.week(),
            later.epochDay(),
            workdaysUntil(date, later),
            easter.month().number() * 100 + easter.day(),
            Date.ofEpochDay(date.epochDay()).equals(date) ? 1 : 0
        };
    }

    @Override
    public Object expected(int count) {
        long[] results = new long[NUMBERS * count];
        int[] dates = dates(count);
        for (int i = 0; i < count; i++) {
            long[] numbers = new long[NUMBERS];
            try {
                numbers = numbers(LocalDate.of(dates[3 * i], dates[3 * i + 1], dates[3 * i + 2]));
            } catch (java.time.DateTimeException _) {
                numbers[0] = Long.MIN_VALUE;
            }
            System.arraycopy(numbers, 0, results, NUMBERS * i, NUMBERS);
        }
        return results;
    }

    private static long[] numbers(LocalDate date) {
        LocalDate later = date.plusMonths(1);
        LocalDate easter = knuthsEaster(Math.abs(date.getYear()) % 2000 + 1583);
        return new long[] {
            date.toEpochDay(),
            date.getDayOfWeek().ordinal(),
            date.getDayOfYear(),
            date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR),
            date.plusMonths(1).toEpochDay(),
            date.datesUntil(later)
                    .filter(day -> day.getDayOfWeek().getValue() < 6)
                    .count(),
            easter.getMonthValue() * 100 + easter.getDayOfMonth(),
            1
        };
    }

    /** As in "The Art of Computer Programming", volume 1, exercise 1.3.2-14. */
    private static LocalDate knuthsEaster(int year) {
        int golden = year % 19 + 1;
        int century = year / 100 + 1;
        int skipped = 3 * century / 4 - 12;
        int moon = (8 * century + 5) / 25 - 5;
        int sunday = 5 * year / 4 - skipped - 10;
        int epact = Math.floorMod(11 * golden + 20 + moon - skipped, 30);
        if (epact == 25 && golden > 11 || epact == 24) {
            epact++;
        }
        int fullMoon = epact <= 23 ? 44 - epact : 74 - epact;
        return LocalDate.of(year, 3, 1).plusDays(fullMoon + 7 - (sunday + fullMoon) % 7 - 1);
    }

    /** Years, months and days of the month, some of which do not exist. */
    private static int[] dates(int count) {
        var random = new Random(count);
        int[] dates = new int[3 * count];
        for (int i = 0; i < dates.length; i += 3) {
            dates[i] = random.nextInt(10) == 0 ? random.nextInt(-900_000, 900_000) : random.nextInt(1890, 2110);
            dates[i + 1] = random.nextInt(1, random.nextInt(20) == 0 ? 15 : 13);
            dates[i + 2] = random.nextInt(1, 32);
        }
        return dates;
    }
}
