package dev.warpbroker.device.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single instructions against the values that the PTX manual defines. Operands and results are written as bits. */
class ArithmeticTest {
    @ParameterizedTest
    @CsvSource({
        "add.u32, ffffffff, 1, 0",
        "sub.s32, 0, 1, ffffffff",
        "mul.lo.s32, fffffffe, 3, fffffffa",
        "mul.hi.s32, ffffffff, 2, ffffffff",
        "mul.hi.u32, ffffffff, 2, 1",
        "div.s32, fffffff9, 2, fffffffd",
        "div.s32, 80000000, ffffffff, 80000000",
        "div.u32, fffffff9, 2, 7ffffffc",
        "rem.s32, fffffff9, 2, ffffffff",
        "rem.u32, fffffff9, 10, 9",
        "min.s32, ffffffff, 1, ffffffff",
        "min.u32, ffffffff, 1, 1",
        "max.s32, ffffffff, 1, 1",
        "max.u32, ffffffff, 1, ffffffff",
        "and.b32, f0f0f0f0, ff00ff00, f000f000",
        "or.b32, f0, f, ff",
        "xor.b32, ff, f, f0",
        "shl.b32, 1, 1f, 80000000",
        "shl.b32, 1, 20, 0",
        "shl.b32, 1, ffffffff, 0",
        "shr.u32, 80000000, 1f, 1",
        "shr.u32, 80000000, 20, 0",
        "shr.s32, 80000000, 1f, ffffffff",
        "shr.s32, 80000000, 21, ffffffff",
        "shr.s32, 40000000, ffffffff, 0",
        "add.f32, 3f800000, 33800000, 3f800000",
        "add.rn.f32, 3f800000, 34000000, 3f800001",
        "sub.f32, 7f800000, 7f800000, 7fffffff",
        "mul.rn.f32, 40490fdb, 40490fdb, 411de9e7",
        "div.rn.f32, 3f800000, 40400000, 3eaaaaab",
        "div.rn.f32, bf800000, 0, ff800000",
        "min.f32, 7fc00000, 3f800000, 3f800000",
        "min.f32, 0, 80000000, 80000000",
        "max.f32, 80000000, 0, 0",
        "max.f32, 3f800000, 7fc00000, 3f800000",
        "max.f32, 7fc00000, 7fc00000, 7fffffff",
        "min.NaN.f32, 7fc00000, 3f800000, 7fffffff",
        "copysign.f32, 80000000, 3f800000, bf800000",
    })
    void binaryOn32Bits(String operation, String left, String right, String expected) {
        assertThat(binary(operation, "b32", "r", left, right)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "add.u64, ffffffffffffffff, 1, 0",
        "mul.lo.s64, fffffffffffffffe, 3, fffffffffffffffa",
        "mul.hi.s64, ffffffffffffffff, 2, ffffffffffffffff",
        "mul.hi.u64, ffffffffffffffff, 2, 1",
        "div.s64, fffffffffffffff9, 2, fffffffffffffffd",
        "div.u64, ffffffffffffffff, 2, 7fffffffffffffff",
        "rem.u64, ffffffffffffffff, a, 5",
        "min.u64, ffffffffffffffff, 1, 1",
        "max.u64, ffffffffffffffff, 1, ffffffffffffffff",
        "min.s64, ffffffffffffffff, 1, ffffffffffffffff",
        "add.f64, 3ff0000000000000, 3ca0000000000000, 3ff0000000000000",
        "div.rn.f64, 3ff0000000000000, 4008000000000000, 3fd5555555555555",
        "min.f64, 0, 8000000000000000, 8000000000000000",
        "copysign.f64, 8000000000000000, 3ff0000000000000, bff0000000000000",
    })
    void binaryOn64Bits(String operation, String left, String right, String expected) {
        assertThat(binary(operation, "b64", "rd", left, right)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "shl.b64, 1, 3f, 8000000000000000",
        "shl.b64, 1, 40, 0",
        "shr.u64, 8000000000000000, 3f, 1",
        "shr.s64, 8000000000000000, ffffffff, ffffffffffffffff",
    })
    void shiftsOn64BitsAreClamped(String operation, String value, String count, String expected) {
        String body = "mov.b64 %%rd2, 0x%s;\nmov.b32 %%r2, 0x%s;\n%s %%rd1, %%rd2, %%r2;\n"
                .formatted(value, count, operation);
        assertThat(result(body, "b64", "rd")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "neg.s32, b32, r, 80000000, 80000000",
        "neg.f32, b32, r, 0, 80000000",
        "neg.f64, b64, rd, 0, 8000000000000000",
        "abs.s32, b32, r, fffffffb, 5",
        "abs.f32, b32, r, bf800000, 3f800000",
        "abs.s64, b64, rd, ffffffffffffffff, 1",
        "not.b32, b32, r, f0, ffffff0f",
        "sqrt.rn.f32, b32, r, 40000000, 3fb504f3",
        "sqrt.rn.f32, b32, r, bf800000, 7fffffff",
        "sqrt.rn.f64, b64, rd, 4000000000000000, 3ff6a09e667f3bcd",
        "rcp.rn.f32, b32, r, 40400000, 3eaaaaab",
        "popc.b32, b32, r, f0f0f0f0, 10",
        "clz.b32, b32, r, 0, 20",
        "clz.b32, b32, r, 10000, f",
        "brev.b32, b32, r, 1, 80000000",
        "brev.b64, b64, rd, 1, 8000000000000000",
        "bfind.u32, b32, r, 80000000, 1f",
        "bfind.u32, b32, r, 0, ffffffff",
        "bfind.s32, b32, r, fffffffe, 0",
    })
    void unary(String operation, String type, String bank, String value, String expected) {
        String body = "mov.%s %%%s2, 0x%s;\n%s %%%s1, %%%s2;\n".formatted(type, bank, value, operation, bank, bank);
        assertThat(result(body, type, bank)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "cvt.s64.s32, rd, r, ffffffff, ffffffffffffffff",
        "cvt.u64.u32, rd, r, ffffffff, ffffffff",
        "cvt.u32.u64, r, rd, 123456789abcdef0, 9abcdef0",
        "cvt.s32.s8, r, r, 1ff, ffffffff",
        "cvt.u32.u8, r, r, 1ff, ff",
        "cvt.s32.s16, r, r, 8000, ffff8000",
        "cvt.u32.u16, r, r, fff8000, 8000",
        "cvt.rn.f32.s32, r, r, 1000001, 4b800000",
        "cvt.rp.f32.s32, r, r, 1000001, 4b800001",
        "cvt.rz.f32.s32, r, r, feffffff, cb800000",
        "cvt.rm.f32.s32, r, r, feffffff, cb800001",
        "cvt.rn.f32.u32, r, r, ffffffff, 4f800000",
        "cvt.rn.f64.u64, rd, rd, ffffffffffffffff, 43f0000000000000",
        "cvt.rz.f64.u64, rd, rd, ffffffffffffffff, 43efffffffffffff",
        "cvt.rn.f64.s64, rd, rd, ffffffffffffffff, bff0000000000000",
        "cvt.f64.f32, rd, r, 3f800000, 3ff0000000000000",
        "cvt.rn.f32.f64, r, rd, 3ff0000010000000, 3f800000",
        "cvt.rp.f32.f64, r, rd, 3ff0000010000000, 3f800001",
        "cvt.rz.f32.f64, r, rd, 3ff000001fffffff, 3f800000",
        "cvt.rn.f32.f64, r, rd, 7fefffffffffffff, 7f800000",
        "cvt.rz.f32.f64, r, rd, 7fefffffffffffff, 7f7fffff",
        "cvt.rzi.s32.f32, r, r, bfc00000, ffffffff",
        "cvt.rmi.s32.f32, r, r, bfc00000, fffffffe",
        "cvt.rpi.s32.f32, r, r, 3fc00000, 2",
        "cvt.rni.s32.f32, r, r, 40200000, 2",
        "cvt.rzi.s32.f32, r, r, 4f800000, 7fffffff",
        "cvt.rzi.s32.f32, r, r, 7fc00000, 0",
        "cvt.rzi.u32.f32, r, r, bf800000, 0",
        "cvt.rzi.u32.f32, r, r, 4f800000, ffffffff",
        "cvt.rzi.s64.f32, rd, r, 7fc00000, 8000000000000000",
        "cvt.rzi.s32.f64, r, rd, 7ff8000000000000, 80000000",
        "cvt.rzi.u64.f64, rd, rd, 43e0000000000000, 8000000000000000",
        "cvt.rzi.u64.f64, rd, rd, 7ff0000000000000, ffffffffffffffff",
        "cvt.rzi.s64.f64, rd, rd, 7ff0000000000000, 7fffffffffffffff",
        "cvt.rmi.f32.f32, r, r, bfc00000, c0000000",
        "cvt.rni.f64.f64, rd, rd, 4004000000000000, 4000000000000000",
        "cvt.rpi.f32.f32, r, r, bf000000, 80000000",
    })
    void conversions(String operation, String to, String from, String value, String expected) {
        String body = "mov.%s %%%s2, 0x%s;\n%s %%%s1, %%%s2;\n"
                .formatted(from.equals("r") ? "b32" : "b64", from, value, operation, to, from);
        assertThat(result(body, to.equals("r") ? "b32" : "b64", to)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "eq.s32, 1, 1, true",
        "ne.s32, 1, 1, false",
        "lt.s32, ffffffff, 0, true",
        "lt.u32, ffffffff, 0, false",
        "hi.u32, ffffffff, 0, true",
        "lo.u32, 1, 2, true",
        "ls.u32, 2, 2, true",
        "hs.u32, 1, 2, false",
        "ge.s32, 80000000, 7fffffff, false",
        "gt.s32, 0, ffffffff, true",
        "le.f32, 0, 80000000, true",
        "eq.f32, 0, 80000000, true",
        "lt.f32, 7fc00000, 0, false",
        "ltu.f32, 7fc00000, 0, true",
        "ne.f32, 7fc00000, 7fc00000, false",
        "neu.f32, 7fc00000, 7fc00000, true",
        "equ.f32, 3f800000, 0, false",
        "num.f32, 3f800000, 0, true",
        "nan.f32, 3f800000, 7fc00000, true",
        "geu.f32, 3f800000, 40000000, false",
    })
    void comparisons(String comparison, String left, String right, boolean expected) {
        String body = """
            mov.b32 %%r2, 0x%s;
            mov.b32 %%r3, 0x%s;
            setp.%s %%p1, %%r2, %%r3;
            selp.b32 %%r1, 1, 0, %%p1;
            """.formatted(left, right, comparison);
        assertThat(result(body, "b32", "r")).isEqualTo(expected ? "1" : "0");
    }

    @ParameterizedTest
    @CsvSource({
        "fma.rn.f32 %r1; 3f800001; 3f800001; bf800002, 28800000",
        "mad.lo.s32 %r1; fffffffe; 3; 10, a",
        "shf.l.wrap.b32 %r1; 80000000; 1; 1, 3",
        "shf.r.wrap.b32 %r1; 2; 1; 21, 80000001",
    })
    void ternary(String instruction, String expected) {
        String[] parts = instruction.split("; ", -1);
        String body = "mov.b32 %%r2, 0x%s;\nmov.b32 %%r3, 0x%s;\nmov.b32 %%r4, 0x%s;\n%s, %%r2, %%r3, %%r4;\n"
                .formatted(parts[1], parts[2], parts[3], parts[0]);
        assertThat(result(body, "b32", "r")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "mul.wide.s32 %rd1, ffffffff, 2, fffffffffffffffe",
        "mul.wide.u32 %rd1, ffffffff, 2, 1fffffffe",
    })
    void wideProducts(String instruction, String left, String right, String expected) {
        String body = "mov.b32 %%r2, 0x%s;\nmov.b32 %%r3, 0x%s;\n%s, %%r2, %%r3;\n".formatted(left, right, instruction);
        assertThat(result(body, "b64", "rd")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "add.u32, 5, 3, 5, 8",
        "exch.b32, 5, 3, 5, 3",
        "and.b32, 6, 3, 6, 2",
        "or.b32, 4, 3, 4, 7",
        "xor.b32, 6, 3, 6, 5",
        "min.s32, 5, ffffffff, 5, ffffffff",
        "min.u32, 5, ffffffff, 5, 5",
        "max.s32, 5, ffffffff, 5, 5",
        "inc.u32, 5, 5, 5, 0",
        "inc.u32, 4, 5, 4, 5",
        "dec.u32, 0, 5, 0, 5",
        "dec.u32, 9, 5, 9, 5",
        "dec.u32, 3, 5, 3, 2",
        "add.f32, 3f800000, 3f800000, 3f800000, 40000000",
    })
    void atomics(String operation, String before, String operand, String expectedOld, String expectedNew) {
        String body = """
            mov.b32 %%r2, 0x%s;
            st.global.u32 [%%rd0+8], %%r2;
            atom.relaxed.gpu.global.%s %%r1, [%%rd0+8], 0x%s;
            st.global.u32 [%%rd0], %%r1;
            """.formatted(before, operation, operand);
        Ptx run = Ptx.body(body).run();
        assertThat(Integer.toHexString(run.intAt(0))).isEqualTo(expectedOld);
        assertThat(Integer.toHexString(run.intAt(2))).isEqualTo(expectedNew);
    }

    @ParameterizedTest
    @CsvSource({"5, 5, 9", "5, 6, 5", "ffffffff, ffffffff, 9"})
    void compareAndSwap(String before, String expected, String after) {
        String body = """
            mov.b32 %%r2, 0x%s;
            st.global.u32 [%%rd0+8], %%r2;
            mov.b32 %%r3, 0x%s;
            atom.acq_rel.gpu.global.cas.b32 %%r1, [%%rd0+8], %%r3, 9;
            """.formatted(before, expected);
        assertThat(Integer.toHexString(Ptx.body(body).run().intAt(2))).isEqualTo(after);
    }

    @ParameterizedTest
    @CsvSource({"s8, ffffff80", "u8, 80", "s16, ffffff80", "u16, ff80", "b32, 7fffff80"})
    void narrowLoadsExtend(String type, String expected) {
        String body = """
            mov.b32 %%r2, 0x7fffff80;
            st.global.b32 [%%rd0+4], %%r2;
            ld.global.%s %%r1, [%%rd0+4];
            """.formatted(type);
        assertThat(result(body, "b32", "r")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"b8, 1, 1111ab11", "b16, 2, 12ab1111"})
    void narrowStoresLeaveTheirNeighbours(String type, int offset, String expected) {
        String body = """
            mov.b32 %%r2, 0x11111111;
            st.global.b32 [%%rd0+4], %%r2;
            mov.b32 %%r3, 0x12ab;
            st.global.%s [%%rd0+%d], %%r3;
            ld.global.b32 %%r1, [%%rd0+4];
            """.formatted(type, 4 + offset);
        assertThat(result(body, "b32", "r")).isEqualTo(expected);
    }

    private static String binary(String operation, String type, String bank, String left, String right) {
        String body = "mov.%s %%%s2, 0x%s;\nmov.%s %%%s3, 0x%s;\n%s %%%s1, %%%s2, %%%s3;\n"
                .formatted(type, bank, left, type, bank, right, operation, bank, bank, bank);
        return result(body, type, bank);
    }

    /** {@return register 1 of a bank after the code ran, as hexadecimal digits} */
    private static String result(String body, String type, String bank) {
        Ptx run = Ptx.body(body + "st.global.%s [%%rd0], %%%s1;\n".formatted(type, bank))
                .run();
        return type.equals("b64") ? Long.toHexString(run.longAt(0)) : Integer.toHexString(run.intAt(0));
    }
}
